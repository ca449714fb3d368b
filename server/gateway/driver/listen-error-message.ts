/** Returns the message for a public port that cannot be opened, by the system's error code. */
export function listenErrorMessage(code: string, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or choose another port (PORT).`
  if (code === 'EACCES') return `This user cannot use port ${port}. Choose one above 1023 (PORT).`
  return `Cannot listen on ${host} port ${port} (${code}). Choose another address (HOST) or port (PORT).`
}
