import type { World } from '../src/core/world.ts'

/** Where a browser has no notifications (plain HTTP to another machine, some phones), nothing is asked or shown. */
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
      // Browsers of phones have the name and allow it to service workers only.
    }
  },
}
