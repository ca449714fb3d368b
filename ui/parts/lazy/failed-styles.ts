interface FailedStyle {
  link: HTMLLinkElement
  /** The repeated request, shared by all waiting loads. */
  coming?: Promise<void>
}

const failed = new Map<string, FailedStyle>()

// Tests read the routes without a document.
globalThis.document?.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.set(target.href, { link: target })
  },
  true,
)

/** Returns the addresses of stylesheets that failed to load and are still missing. */
export const failedStyles = (): string[] => [...failed.keys()]

/** Fetches every failed stylesheet again, and waits for the needed ones. */
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
