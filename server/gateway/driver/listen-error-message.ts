/** Returns the message for a public port that cannot be opened, by the system's error code. */
export function listenErrorMessage(code: string, host: string, port: number, setting = 'PORT'): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the program that uses it, or choose another port (${setting}).`
  if (code === 'EACCES')
    return port < 1024 && setting !== 'PORT'
      ? `This user cannot use port ${port} (${setting}). Allow it with CAP_NET_BIND_SERVICE, or choose one above 1023.`
      : `This user cannot use port ${port}. Choose one above 1023 (${setting}).`
  return `Cannot listen on ${host} port ${port} (${code}). Choose another address (HOST) or port (${setting}).`
}
