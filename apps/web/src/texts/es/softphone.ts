import type { softphone as English } from '../en/softphone.ts'

export const softphone: typeof English = {
  phone: (code) => `Teléfono ${code}`,
  statuses: {
    connecting: 'Conectando…',
    registered: 'Listo',
    unregistered: 'Sin conexión',
    'needs-permission': 'Micrófono bloqueado',
    failed: 'No disponible',
  },
  calls: {
    incoming: (phone) => `Llamada entrante: ${phone}`,
    ringing: (phone) => `Llamando a ${phone}`,
    talking: (phone) => `En llamada: ${phone}`,
  },
  problems: {
    'no-answer': 'El softphone no responde.',
    'link-used': 'El enlace al softphone ha caducado.',
    'no-microphone': 'No se encontró ningún micrófono.',
    'unknown-version': 'Este softphone necesita una versión más reciente del sistema.',
    reload: 'El softphone se añadió después de abrir esta página.',
  },
  allowMicrophone: 'Permita el micrófono para esta página en su navegador para poder llamar.',
  otherTab: 'El teléfono está abierto en otra pestaña. Puede controlar sus llamadas desde aquí.',
  number: 'Número de teléfono',
  dial: 'Llamar',
  answer: 'Contestar',
  decline: 'Rechazar',
  hangUp: 'Colgar',
  mute: 'Silenciar',
  hold: 'En espera',
  pickUp: 'Capturar',
  retry: 'Reintentar',
  reload: 'Recargar página',
}
