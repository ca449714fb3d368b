const MAX_DEPTH = 6

interface DescribedError {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: DescribedError
}

/**
 * Converts an error for the log. Omits the values of a failed query, which may be a password or an e-mail address, and
 * the database's details, which repeat them.
 */
export const describedError = (error: unknown, depth = 0): DescribedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at '))
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: withoutValues(error.message),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(frames ? { stack: frames.join('\n') } : {}),
    ...(error.cause !== undefined && depth < MAX_DEPTH ? { cause: describedError(error.cause, depth + 1) } : {}),
  }
}

const withoutValues = (message: string): string => message.replace(/\nparams:[\s\S]*$/, '')
