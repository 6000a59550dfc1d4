import type { common as English } from '../en/common.ts'
import { plural } from '../plural.ts'

const count = plural('es')

export const common: typeof English = {
  common: {
    cancel: 'Cancelar',
    close: 'Cerrar',
    save: 'Guardar',
    saved: 'Guardado',
    copy: 'Copiar',
    copied: 'Copiado',
    remove: 'Eliminar',
    retry: 'Reintentar',
    loadMore: 'Mostrar más',
    loading: 'Cargando…',
    all: 'Todos',
    none: 'Ninguno',
    never: 'Nunca',
    actions: 'Acciones',
    admin: 'Administrador',
    manager: 'Gestor',
    on: 'Activado',
    off: 'Desactivado',
    results: (number: number) => count(number, { one: 'resultado', other: 'resultados' }),
    clearFilters: 'Quitar filtros',
    home: 'Ir a la página inicial',
    trace: 'Rastro',
  },
  states: {
    failed: 'No se pudo cargar',
    failedWhat: 'No se ha perdido nada. Reintente; si se repite, cuente a su administrador lo que ve aquí.',
    notFound: 'Aquí no hay nada',
    notFoundWhat: 'Puede que la dirección esté mal escrita o que lo que había se haya eliminado.',
    nothingFits: 'Nada coincide con estos filtros',
    nothingFitsWhat: 'Afloje algún filtro o quítelos todos.',
    offline: 'No se puede llegar al servidor. Compruebe su conexión y reintente',
  },
  errors: {
    sign_in_needed: 'Inicie sesión para continuar',
    sign_in_refused: 'El correo o la contraseña no son correctos',
    sign_in_throttled: 'Demasiados intentos. Espere un minuto y reintente',
    admin_needed: 'Solo un administrador puede hacer esto',
    link_expired: 'Este enlace ha caducado o ya se usó. Pida uno nuevo',
    password_weak: 'Elija una contraseña de al menos 10 caracteres',
    last_admin: 'Una cuenta necesita al menos un administrador activo',
    code_taken: 'Ya hay uno con este código',
    email_taken: 'Ya hay un usuario con este correo',
    not_found: 'No se encuentra. Puede que se haya eliminado entretanto',
    unavailable: 'No disponible por el momento. Reintente en un instante',
    internal: 'Algo falló por nuestra parte. Reintente en un instante',
  },
}
