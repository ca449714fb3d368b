declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    duration: number
    headers: Record<string, string>
    /** Requests per second over all connections; unlimited by default. */
    overallRate?: number
    /** Seconds until a request without a response counts as an error. */
    timeout?: number
  }
  interface Result {
    requests: { total: number }
    duration: number
    non2xx: number
    errors: number
  }
  interface Run extends Promise<Result> {
    on(event: 'response', listener: (client: unknown, status: number, bytes: number, tookMs: number) => void): void
    stop(): void
  }
  const autocannon: (options: Options) => Run
  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default autocannon
}
