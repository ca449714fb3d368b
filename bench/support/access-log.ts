import type { WrittenLine } from '../../src/rules/log-batch.ts'

/** Deterministic for a seed, so that two runs measure the same lines. */
const randomFrom = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const SEARCH_TERMS = ['shoes', 'lamp', 'blue+shirt', 'phone+case', 'tea']
const CLIENTS = 20_000
const AGENTS = 60
const MEAN_PAUSE_MS = 12

/**
 * Generates the access log of a busy web server in the combined format: addresses, paths and agents with a few frequent
 * and many rare values, rising times, occasional errors.
 */
export const accessLog = (seed: number): (() => WrittenLine) => {
  const random = randomFrom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = <T>(items: readonly [T, ...T[]]): T => items[below(items.length)] ?? items[0]
  /** Small numbers are frequent and large ones rare. */
  const rank = (limit: number) => Math.floor(limit ** random()) - 1
  const agent = () =>
    pick([
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${100 + below(40)}.0.0.0 Safari/537.36`,
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/1${below(8)}.${below(6)} Safari/605.1.15`,
      `Mozilla/5.0 (X11; Linux x86_64; rv:${100 + below(40)}.0) Gecko/20100101 Firefox/${100 + below(40)}.0`,
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_${below(6)} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.${below(6)} Mobile/15E148 Safari/604.1`,
      `curl/8.${below(9)}.0`,
      'Googlebot/2.1 (+http://www.google.com/bot.html)',
    ])
  const path = (): string =>
    pick<() => string>([
      () => '/',
      () => `/products/${rank(20_000)}`,
      () => `/api/v1/orders/${below(1_000_000)}`,
      () => `/static/js/app.${below(30).toString(16)}.js`,
      () => `/search?q=${SEARCH_TERMS[below(SEARCH_TERMS.length)]}&page=${1 + rank(50)}`,
      () => `/users/${below(50_000)}/cart`,
      () => '/api/v1/session',
      () => `/images/${rank(5000)}_large.webp`,
      () => '/health',
    ])()
  const agents = Array.from({ length: AGENTS }, agent)
  const clients = Array.from({ length: CLIENTS }, () => `${1 + below(222)}.${below(256)}.${below(256)}.${below(256)}`)
  let atMs = Date.UTC(2026, 9, 1)

  return () => {
    atMs += Math.floor(-Math.log(1 - random()) * MEAN_PAUSE_MS)
    const status = random() < 0.93 ? 200 : pick([304, 404, 301, 500, 401])
    const bytes = status === 304 ? 0 : 200 + rank(60_000)
    const referrer = random() < 0.5 ? '-' : `https://shop.example.com/products/${rank(20_000)}`
    const request = `${pick(['GET', 'GET', 'GET', 'GET', 'POST'])} ${path()} HTTP/1.1`
    const text = `${clients[rank(CLIENTS)]} - - [${stamp(new Date(atMs))}] "${request}" ${status} ${bytes} "${referrer}" "${agents[rank(AGENTS)]}"`
    return { atMs, stream: 'stdout', text }
  }
}

const two = (value: number) => String(value).padStart(2, '0')

const stamp = (at: Date): string =>
  `${two(at.getUTCDate())}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}:${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`
