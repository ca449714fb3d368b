import type { ITheme } from '@xterm/xterm'

const ansi = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

/** Returns the colours of the page's theme, as they are now. */
export const terminalTheme = (element: HTMLElement): ITheme => {
  const style = getComputedStyle(element)
  const token = (name: string) => opaque(style.getPropertyValue(name).trim())
  const theme: Record<string, string> = {
    background: token('--surface-sunken'),
    foreground: token('--text'),
    cursor: token('--accent'),
    cursorAccent: token('--surface-sunken'),
    selectionBackground: token('--surface-button-hover'),
    selectionForeground: token('--text'),
  }
  ansi.forEach((name, at) => {
    theme[name] = token(`--ansi-${at}`)
    theme[`bright${name[0]?.toUpperCase()}${name.slice(1)}`] = token(`--ansi-${at + 8}`)
  })
  return theme
}

/** Computes what xterm.js can parse: a colour in hexadecimal. */
const opaque = (colour: string): string => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!context) return '#000000'
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** Calls back when the user or the system chooses the other theme. */
export const onThemeChange = (changed: () => void): (() => void) => {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
