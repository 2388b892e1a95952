import { constants, copyFile, mkdir, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { syncFile, syncFolder } from '#server/platform/disk-files'

const unlessGone = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT') throw error
}

/** Copies a folder in use, with fsync, and skips files that vanish. `isWanted` gets the name and its folder. */
export async function copyFolder(
  from: string,
  to: string,
  isWanted: (name: string, folder: string) => boolean = () => true,
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const entries = (await readdir(from, { withFileTypes: true }).catch(unlessGone)) ?? []
  for (const entry of entries) {
    if (!isWanted(entry.name, basename(from))) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyFolder(source, target, isWanted)
    else if (entry.isFile()) await copy(source, target).catch(unlessGone)
  }
  await syncFolder(to)
}

async function copy(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_FICLONE)
  await syncFile(target)
}
