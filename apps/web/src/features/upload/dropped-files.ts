import { handleOfItem, rememberHandle } from './file-handles.ts'

/** Whether a drag carries files, as far as browsers tell before the drop. */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false
}

/** Dropped folders without files, by the list of files; pickers never report them. */
const emptyFolders = new WeakMap<readonly File[], string[][]>()

/** Each as its path, outermost first. */
export const emptyFoldersOf = (chosen: readonly File[]): string[][] => emptyFolders.get(chosen) ?? []

/** All dropped or pasted files, hidden ones too. Call before the event handler returns; rejects if a folder is unreadable. */
export async function filesOfTransfer(transfer: DataTransfer): Promise<File[]> {
  const parts = [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile(), handle: handleOfItem(item) }))
  const empty: string[][] = []
  const found = await Promise.all(
    parts.map(async ({ entry, file, handle }) => {
      if (entry?.isDirectory) return filesOfEntry(entry, empty)
      const known = await handle
      return file ? [known ? rememberHandle(file, known) : file] : []
    }),
  )
  const files = found.flat()
  emptyFolders.set(files, empty)
  return files
}

/** The files of a picked folder, in order. */
export function filesOfFolder(picked: readonly File[]): File[] {
  return picked
    .filter((file) => !isSystems(file.name))
    .toSorted((a, b) => pathOf(a).localeCompare(pathOf(b), undefined, { numeric: true }))
}

/** Without a folder's hidden files. */
export function withoutHidden(files: readonly File[]): File[] {
  return files.filter((file) => foldersOf(file).length === 0 || !partsOf(file).some(isHidden))
}

// Some browsers lack it.
const pathOf = (file: File) => droppedPaths.get(file) || file.webkitRelativePath || file.name
const partsOf = (file: File) => pathOf(file).split('/').filter(Boolean)
const isHidden = (name: string) => name.startsWith('.')

async function filesOfEntry(entry: FileSystemEntry, empty: string[][]): Promise<File[]> {
  if (isFileEntry(entry)) return isSystems(entry.name) ? [] : [await fileOfEntry(entry)]
  if (!isDirectoryEntry(entry)) return []
  const entries = await entriesOf(entry)
  const isEmpty = entries.every(({ isFile, name }) => isFile && isSystems(name))
  if (isEmpty) empty.push(entry.fullPath.split('/').filter(Boolean))
  entries.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
  return (await Promise.all(entries.map((one) => filesOfEntry(one, empty)))).flat()
}

// Nobody chooses files that systems create.
const isSystems = (name: string) => name === '.DS_Store' || name === 'Thumbs.db'

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectoryEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** A dropped file's path in its folder; picked ones have their own. */
const droppedPaths = new WeakMap<File, string>()

/** Names of the folders around it, outermost first. */
export function foldersOf(file: File): string[] {
  return partsOf(file).slice(0, -1)
}

async function fileOfEntry(entry: FileSystemFileEntry): Promise<File> {
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
  droppedPaths.set(file, entry.fullPath)
  return file
}

// A reader returns entries in portions, until an empty one.
async function entriesOf(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (portion.length === 0) return all
    all.push(...portion)
  }
}

/** Throws if a file is gone, locked, or a folder. */
export async function checkReadable(files: readonly File[]): Promise<void> {
  await Promise.all(files.map((file) => file.slice(0, 1).arrayBuffer()))
}

/** Browsers name every pasted picture "image.png"; the time distinguishes them. */
export function nameOfPaste(file: File): File {
  if (file.name !== 'image.png') return file
  const time = new Date().toLocaleTimeString('en-GB').replaceAll(':', '.')
  return new File([file], `Pasted image ${time}.png`, { type: file.type })
}
