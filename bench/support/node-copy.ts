import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Another file with the same Node: processes of one file share memory, which would make the server look smaller. */
export async function copyNode(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'node')
  await copyFile(process.execPath, path)
  return path
}
