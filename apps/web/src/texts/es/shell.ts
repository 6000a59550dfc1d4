import type { shell as English } from '../en/shell.ts'

export const shell: typeof English = {
  shell: {
    skip: 'Ir al contenido',
    menu: 'Menú',
    search: 'Buscar…',
    work: 'Trabajo',
    setUp: 'Configuración',
    shops: 'Tiendas',
    statuses: 'Estados',
    signOut: 'Cerrar sesión',
    language: 'Idioma',
    appearance: 'Apariencia',
    light: 'Claro',
    dark: 'Oscuro',
    auto: 'Igual que el sistema',
    reconnecting: 'Reconectando…',
    reconnectingWhy:
      'Se perdió la conexión. Lo que ve puede estar desactualizado. Se actualizará al recuperar la conexión.',
    shortcuts: 'Atajos de teclado',
  },
  palette: {
    placeholder: 'Buscar páginas y comandos',
    nothing: 'Sin resultados. Pruebe con otra palabra',
    go: 'Ir a',
    commands: 'Comandos',
    toLight: 'Cambiar al tema claro',
    toDark: 'Cambiar al tema oscuro',
  },
  shortcuts: {
    palette: 'Abrir la paleta de comandos',
    next: 'Fila siguiente',
    previous: 'Fila anterior',
    open: 'Abrir la fila',
    close: 'Cerrar un panel o un diálogo',
    help: 'Mostrar los atajos de teclado',
  },
  signIn: {
    title: 'Iniciar sesión',
    email: 'Correo electrónico',
    password: 'Contraseña',
    submit: 'Iniciar sesión',
    forgot: 'Enviar enlace para restablecer la contraseña',
    forgotFirst: '¿Olvidó su contraseña?',
    sent: (email: string) =>
      `Si ${email} tiene una cuenta aquí, hemos enviado un enlace para restablecer la contraseña.`,
    chooseTitle: 'Crear contraseña',
    newPassword: 'Contraseña nueva',
    passwordRule: 'Al menos 10 caracteres',
    choose: 'Guardar e iniciar sesión',
  },
}
