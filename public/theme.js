// Runs before the first paint, so that no page flashes in the wrong theme: the same choice as the console's own theme.
// The page's head is drawn before its code has come, and stands where the head of the page to come will stand.
let theme = 'dark'
try {
  if (localStorage.getItem('jwt-token') !== null) document.documentElement.dataset.opening = 'signed-in'
  const chosen = localStorage.getItem('theme')
  const light = chosen === 'default' ? matchMedia('(prefers-color-scheme: light)').matches : chosen === 'light'
  if (light) theme = 'light'
} catch {}
document.documentElement.dataset.theme = theme
// The colour of the empty page while stylesheets load.
document.querySelector('meta[name="color-scheme"]').content = theme

// A network that changes while the page loads can lose its code, and the page would stay empty. Loads it once more.
addEventListener(
  'error',
  ({ target }) => {
    if (target.type !== 'module') return
    try {
      const last = Number(sessionStorage.getItem('reloaded-at'))
      if (Date.now() - last < 30_000) return
      sessionStorage.setItem('reloaded-at', Date.now())
    } catch {
      return
    }
    location.reload()
  },
  true,
)
