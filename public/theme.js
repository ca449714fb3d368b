// Runs before the first paint, so that a light page never flashes dark: the same choice as the console's own theme.
// The page's head is drawn before its code has come, and stands where the head of the page to come will stand.
try {
  if (localStorage.getItem('jwt-token') !== null) document.documentElement.dataset.opening = 'signed-in'
  const chosen = localStorage.getItem('theme')
  const dark = chosen === 'default' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen !== 'light'
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
} catch {
  document.documentElement.dataset.theme = 'dark'
}
