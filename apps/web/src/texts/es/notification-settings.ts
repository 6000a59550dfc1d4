import type { notificationSettings as English } from '../en/notification-settings.ts'

export const notificationSettings: typeof English = {
  title: 'Ajustes de notificaciones',
  about: 'De qué se le notifica y cómo. Estos ajustes son solo suyos y valen en todos sus dispositivos.',
  what: 'De qué notificarle',
  categories: { calls: 'Llamadas', messages: 'Mensajes', payments: 'Pagos', tasks: 'Tareas' },
  categoriesWhat: {
    calls: 'Llamadas entrantes a su extensión',
    messages: 'En sus chats y en los chats sin gestor',
    payments: 'Recibidos, retenidos o pendientes de decisión',
    tasks: 'Asignadas a usted o con plazo cumplido',
  },
  ways: { sound: 'Sonido', desktop: 'Escritorio', push: 'Push' },
  sounds: 'Sonidos',
  soundsWhat:
    'El navegador reproduce sonidos solo tras su primer clic en la página. De varias pestañas abiertas, suena una.',
  ringtone: 'Tono de llamada',
  ringtones: { classic: 'Clásico', marimba: 'Marimba', pulse: 'Pulso' },
  chime: 'Sonido de notificación',
  chimes: { drop: 'Gota', bell: 'Campana', knock: 'Golpe' },
  test: 'Probar sonido',
  quietHours: 'Horas de silencio',
  quietHoursWhat: (zone) =>
    `Sin sonidos, notificaciones de escritorio ni push. Siguen apareciendo en la lista. Zona horaria: ${zone}.`,
  quiet: 'Usar horas de silencio',
  from: 'Desde',
  until: 'Hasta',
  email: 'Correo',
  emailWhat: (zone) =>
    `Llamadas, pagos y chats de la última semana junto a la anterior, con un gráfico. Se envía los lunes a las 7:00, zona horaria ${zone}.`,
  weeklyReport: 'Enviarme el informe semanal',
  device: 'Este dispositivo',
  desktop: 'Notificaciones de escritorio',
  desktopWhat: 'Las muestra su sistema mientras el espacio de trabajo está abierto en una pestaña.',
  push: 'Notificaciones push',
  pushWhat: 'Las muestra su sistema aunque el espacio de trabajo esté cerrado, hasta que cierre la sesión aquí.',
  allow: 'Permitir',
  on: 'Activadas',
  off: 'Desactivadas',
  turnOn: 'Activar',
  turnOff: 'Desactivar',
  pushOn: 'Notificaciones push activadas',
  pushOff: 'Notificaciones push desactivadas',
  blocked:
    'Su navegador bloquea las notificaciones de este sitio. Permítalas en los ajustes del sitio y recargue la página.',
  unsupported: 'Este navegador no lo admite. En un iPhone o iPad, añada primero la página a la pantalla de inicio.',
  pushFailed: 'El navegador no pudo conectar con su servicio push. Compruebe la conexión e inténtelo de nuevo.',
}
