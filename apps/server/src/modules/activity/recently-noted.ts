const most = 20_000

/** What this process recorded recently, so that most requests cost nothing; the database decides. */
export function createRecentlyNoted() {
  const noted = new Set<string>()
  return {
    has: (key: string): boolean => noted.has(key),
    add(key: string): void {
      if (noted.size >= most) noted.clear()
      noted.add(key)
    },
    remove: (key: string): boolean => noted.delete(key),
  }
}
