const removing = new Set<string>()
const keyOf = (fileId: string, number: number) => `${fileId} ${number}`

/** Removes a version; this tab asks for nothing of it meanwhile. */
export async function whileRemoving<T>(fileId: string, number: number, remove: () => Promise<T>): Promise<T> {
  const key = keyOf(fileId, number)
  removing.add(key)
  try {
    return await remove()
  } finally {
    removing.delete(key)
  }
}

/** Whether this tab is removing the version now. */
export const isRemovingVersion = (fileId: string, number: number): boolean =>
  removing.has(keyOf(fileId, number))
