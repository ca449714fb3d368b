export interface Page {
  url: URL
  status: number
  headers: Headers
  body: string
}

/**
 * Keeps cookies by path as a browser does on one host, follows redirects until one leads to the console, and fills
 * forms.
 */
export const testBrowser = (origin: string) => {
  const cookies = new Map<string, { name: string; value: string; path: string }>()

  const setCookie = (line: string, url: URL) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const attribute = (attributeName: string) => new RegExp(`; *${attributeName}=([^;]*)`, 'i').exec(line)?.[1]
    const path = attribute('path') ?? url.pathname
    const ended = attribute('max-age') === '0' || Date.parse(attribute('expires') ?? '') <= Date.now()
    if (ended) cookies.delete(`${name} ${path}`)
    else cookies.set(`${name} ${path}`, { name, value, path })
  }

  const request = async (address: string | URL, init: RequestInit = {}): Promise<Page> => {
    const url = new URL(address, origin)
    const sent = [...cookies.values()].filter(({ path }) => url.pathname.startsWith(path))
    const headers = new Headers(init.headers)
    if (sent.length > 0) headers.set('cookie', sent.map(({ name, value }) => `${name}=${value}`).join('; '))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) setCookie(line, url)
    return { url, status: response.status, headers: response.headers, body: await response.text() }
  }

  /** Follows redirects up to the one that matches `stop`. */
  const follow = async (page: Page, stop: RegExp): Promise<Page> => {
    const location = page.headers.get('location')
    if (!location) return page
    const next = new URL(location, page.url)
    if (stop.test(next.pathname)) return { ...page, url: next }
    return follow(await request(next), stop)
  }

  const CONSOLE = /^\/(connection-)?callback\b/
  const post = (page: Page, fields: Record<string, string>) =>
    request(page.url, { method: 'POST', body: new URLSearchParams(fields) })

  /** Sends a request as a page of the console does, with the headers that browsers add. */
  const fromConsole = (path: string, body: object, token?: string) =>
    request(`/api/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        origin,
        'sec-fetch-site': 'same-origin',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
    })

  /** Exchanges the code in the address for an access token, as the callback page does. */
  const exchange = async ({ url }: Page): Promise<string> => {
    const codeResponse = await fromConsole('auth/code', { code: url.searchParams.get('token') ?? '' })
    if (codeResponse.status !== 200) throw new Error(`No token for ${url}: ${codeResponse.status} ${codeResponse.body}`)
    return JSON.parse(codeResponse.body).token
  }

  return {
    cookies,
    /** Stores a cookie, given as a browser sends it. */
    setCookie: (pair: string) => setCookie(`${pair}; Path=/`, new URL(origin)),
    fromConsole,
    exchange,
    request,
    open: async (address: string | URL, stop = CONSOLE) => follow(await request(address), stop),
    send: async (page: Page, fields: Record<string, string>, stop = CONSOLE) => follow(await post(page, fields), stop),
  }
}
