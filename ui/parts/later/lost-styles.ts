const lost = new Set<HTMLLinkElement>()

// The table of routes is read without a browser too.
globalThis.document?.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target)
  },
  true,
)

/** The bundler's code asks for each stylesheet once in the life of a page, even where it was lost on its way. */
export const fetchLostStyles = async (): Promise<void> => {
  await Promise.all([...lost].map(fetchAgain))
}

const fetchAgain = (link: HTMLLinkElement): Promise<void> => {
  const again = document.createElement('link')
  for (const { name, value } of link.attributes) again.setAttribute(name, value)
  lost.delete(link)
  return new Promise((resolve, reject) => {
    again.onload = () => resolve()
    again.onerror = () => reject(new Error(`${link.href} could not be fetched`))
    link.replaceWith(again)
  })
}
