declare module 'autocannon' {
  interface Options {
    url: string
    connections: number
    duration: number
    headers: Record<string, string>
  }
  interface Result {
    requests: { total: number }
    non2xx: number
    errors: number
  }
  const autocannon: (options: Options) => Promise<Result>
  export default autocannon
}
