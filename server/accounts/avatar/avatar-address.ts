const BASE = '/api/avatar/'

export const avatarAddress = (id: string): string => BASE + id

/** Returns the id of an avatar stored here; null for any other address. */
export const avatarIdOf = (address: string): string | null => {
  const id = address.startsWith(BASE) ? address.slice(BASE.length) : ''
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null
}
