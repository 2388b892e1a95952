/** Equal for usernames that look alike; the same as the column `users.username_key`. */
export function usernameKey(username: string): string {
  return username.toLowerCase().replaceAll('0', 'o').replace(/[l1]/g, 'i').replace(/[._-]/g, '')
}

// Names that look like the service itself.
const reserved = new Set(
  ['admin', 'administrator', 'help', 'moderator', 'root', 'support', 'system', 'wingmark'].map(usernameKey),
)

export const isReserved = (username: string): boolean => reserved.has(usernameKey(username))
