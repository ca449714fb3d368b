import type { World } from '../src/core/world.ts'

/** Does nothing in browsers without notifications (plain HTTP to another machine, some phones). */
export const browserDesktop: World['desktop'] = {
  requestPermission: () => {
    if ('Notification' in window && Notification.permission === 'default') void Notification.requestPermission()
  },
  show: ({ tag, title, body }) => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return
    try {
      const notification = new Notification(title, { tag, body, icon: '/favicon.svg' })
      notification.onclick = () => {
        window.focus()
        notification.close()
      }
    } catch {
      // Mobile browsers have the constructor but allow it only in service workers.
    }
  },
}
