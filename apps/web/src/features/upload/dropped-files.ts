import { handleOfItem, rememberHandle } from './file-handles.ts'

/** Whether a drag carries files, as far as the browser tells before the drop. */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false
}

/**
 * The files of a drop or a paste, those inside dropped folders included, in their order.
 * Must be called before the event handler returns; rejects when a folder cannot be read.
 */
export async function filesOfTransfer(transfer: DataTransfer): Promise<File[]> {
  const parts = [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile(), handle: handleOfItem(item) }))
  const found = await Promise.all(
    parts.map(async ({ entry, file, handle }) => {
      if (entry?.isDirectory) return filesOfEntry(entry)
      const known = await handle
      return file ? [known ? rememberHandle(file, known) : file] : []
    }),
  )
  return found.flat()
}

/** The files of a folder that was picked, in their order. */
export function filesOfFolder(picked: readonly File[]): File[] {
  return picked
    .filter((file) => !pathOf(file).split('/').some(isHidden))
    .toSorted((a, b) => pathOf(a).localeCompare(pathOf(b), undefined, { numeric: true }))
}

const pathOf = (file: File) => file.webkitRelativePath || file.name

async function filesOfEntry(entry: FileSystemEntry): Promise<File[]> {
  if (isHidden(entry.name)) return []
  if (isFileEntry(entry)) return [await fileOfEntry(entry)]
  if (!isDirectoryEntry(entry)) return []
  const entries = await entriesOf(entry)
  entries.sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
  return (await Promise.all(entries.map(filesOfEntry))).flat()
}

// What systems leave in folders by themselves (.DS_Store, Thumbs.db) is nobody's choice.
const isHidden = (name: string) => name.startsWith('.') || name === 'Thumbs.db'

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectoryEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** Where in a dropped folder a file was; what was picked says so itself. */
const droppedPaths = new WeakMap<File, string>()

/** Names of the folders that it was chosen in, the outermost first. */
export function foldersOf(file: File): string[] {
  // Not every browser has it.
  const path = droppedPaths.get(file) ?? file.webkitRelativePath ?? ''
  return path.split('/').slice(0, -1).filter(Boolean)
}

async function fileOfEntry(entry: FileSystemFileEntry): Promise<File> {
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
  droppedPaths.set(file, entry.fullPath)
  return file
}

// A reader hands out its entries in portions, until an empty one.
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

/** Throws when one of the files is gone, locked, or a folder. */
export async function checkReadable(files: readonly File[]): Promise<void> {
  await Promise.all(files.map((file) => file.slice(0, 1).arrayBuffer()))
}

/** Browsers call every pasted picture "image.png"; the time tells them apart. */
export function nameOfPaste(file: File): File {
  if (file.name !== 'image.png') return file
  const time = new Date().toLocaleTimeString('en-GB').replaceAll(':', '.')
  return new File([file], `Pasted image ${time}.png`, { type: file.type })
}
