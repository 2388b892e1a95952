import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Another file with the same Node. The kernel shares a program's pages between all processes that run the same file:
 * with one of its own, the measured server does not look smaller because this script runs on Node too.
 */
export async function copyNode(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'node')
  await copyFile(process.execPath, path)
  return path
}
