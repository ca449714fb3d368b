const words = new Set([
  'secret',
  'secrets',
  'password',
  'passwd',
  'pass',
  'passphrase',
  'pwd',
  'pw',
  'token',
  'credential',
  'credentials',
  'private',
  'key',
  'apikey',
  'salt',
  'dsn',
  'cookie',
  'pem',
])

const credentials = /:\/\/[^:/?#\s]*:[^@/?#\s]+@/
const MAX_CHECKED = 4000

/** Whether a variable is proposed as a secret: by its name, or by a password in the address that it holds. */
export const looksSecret = (name: string, value = ''): boolean => {
  const parts = name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
  if (parts.includes('public')) return false
  const checked = value.slice(0, MAX_CHECKED)
  return parts.some((part) => words.has(part)) || credentials.test(checked) || checked.startsWith('-----BEGIN ')
}
