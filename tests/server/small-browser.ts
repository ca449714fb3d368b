interface Cookie {
  name: string
  value: string
  path: string
}

export interface Page {
  url: URL
  status: number
  headers: Headers
  body: string
}

/** A browser that keeps cookies by path, follows redirects until one leads to the console, and fills forms. */
export const smallBrowser = (origin: string) => {
  let cookies: Cookie[] = []

  const keep = (line: string, url: URL) => {
    const [pair = '', ...attributes] = line.split(/; */)
    const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    const attribute = (wanted: string) =>
      attributes.find((item) => item.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
    const path = attribute('path') ?? url.pathname
    cookies = cookies.filter((cookie) => cookie.name !== name || cookie.path !== path)
    const ended = attribute('max-age') === '0' || Date.parse(attribute('expires') ?? '') <= Date.now()
    if (!ended) cookies.push({ name, value, path })
  }

  const request = async (address: string, init: RequestInit = {}): Promise<Page> => {
    const url = new URL(address, origin)
    const sent = cookies.filter(({ path }) => url.pathname.startsWith(path))
    const headers = new Headers(init.headers)
    if (sent.length > 0) headers.set('cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; '))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keep(line, url)
    return { url, status: response.status, headers: response.headers, body: await response.text() }
  }

  const follow = async (page: Page): Promise<Page> => {
    const location = page.headers.get('location')
    if (!location) return page
    const next = new URL(location, page.url)
    // The console's page, or another site.
    if (next.origin !== origin || next.pathname.startsWith('/callback/')) return { ...page, url: next }
    return follow(await request(next.href))
  }

  return {
    cookies: () => cookies,
    forget: () => {
      cookies = []
    },
    request,
    open: async (path: string) => follow(await request(path)),
    send: async (page: Page, fields: Record<string, string>) =>
      follow(await request(page.url.href, { method: 'POST', body: new URLSearchParams(fields) })),
    send1: (page: Page, fields: Record<string, string>) =>
      request(page.url.href, { method: 'POST', body: new URLSearchParams(fields) }),
  }
}
