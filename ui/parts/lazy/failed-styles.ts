interface FailedStyle {
  link: HTMLLinkElement
  /** It is on its way again, for all who need it. */
  coming?: Promise<void>
}

const failed = new Map<string, FailedStyle>()

// The table of routes is read without a browser too.
globalThis.document?.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.set(target.href, { link: target })
  },
  true,
)

/** The addresses of stylesheets that were lost on their way and are not there yet. */
export const failedStyles = (): string[] => [...failed.keys()]

/** Asks for every lost stylesheet again, and waits for those that are needed. */
export const refetchFailedStyles = async (needed: Iterable<string>): Promise<void> => {
  void Promise.allSettled(failedStyles().map(fetchAgain))
  await Promise.all([...needed].map(fetchAgain))
}

const fetchAgain = async (href: string): Promise<void> => {
  const style = failed.get(href)
  if (!style) return
  style.coming ??= new Promise((resolve, reject) => {
    const again = document.createElement('link')
    for (const { name, value } of style.link.attributes) again.setAttribute(name, value)
    again.onload = () => {
      failed.delete(href)
      resolve()
    }
    again.onerror = () => reject(new Error(`${href} could not be fetched`))
    style.link.replaceWith(again)
  })
  await style.coming
}
