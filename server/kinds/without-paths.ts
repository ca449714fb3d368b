/** Returns a message without the paths of health checks, which may hold a key. No path contains a space. */
export const withoutPaths = (message: string): string =>
  message
    .replace(/\bHTTP \/\S*/g, 'HTTP')
    .replace(/(?<=^|\s)\/\S* answered with status/g, 'The program answered with status')

/** The same for the error of an instance, a deployment or a replica. */
export const errorWithoutPaths = <E extends { message: string }>(error: E | null): E | null =>
  error && { ...error, message: withoutPaths(error.message) }
