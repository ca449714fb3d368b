// Runs before the first paint, so that a light page never flashes dark: the same choice as the console's own theme.
try {
  const chosen = localStorage.getItem('theme')
  const dark = chosen === 'default' ? matchMedia('(prefers-color-scheme: dark)').matches : chosen !== 'light'
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
} catch {
  document.documentElement.dataset.theme = 'dark'
}
