declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    duration: number
    headers: Record<string, string>
    /** Requests a second of all connections together; as many as possible when not given. */
    overallRate?: number
  }
  interface Result {
    requests: { total: number }
    duration: number
    non2xx: number
    errors: number
  }
  interface Run extends Promise<Result> {
    on(event: 'response', listener: (client: unknown, status: number, bytes: number, tookMs: number) => void): void
  }
  const autocannon: (options: Options) => Run
  // biome-ignore lint/style/noDefaultExport: it is how the package exports itself
  export default autocannon
}
