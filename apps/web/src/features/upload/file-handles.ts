/** The File System Access API, as far as browsers have it. */
type Handle = FileSystemFileHandle & {
  queryPermission?: (wanted: { mode: 'read' }) => Promise<PermissionState>
  requestPermission?: (wanted: { mode: 'read' }) => Promise<PermissionState>
}
type Picker = (options: {
  multiple: boolean
  id: string
  types: { description: string; accept: Record<string, string[]> }[]
}) => Promise<FileSystemFileHandle[]>

const handles = new WeakMap<File, FileSystemFileHandle>()

export function rememberHandle(file: File, handle: FileSystemFileHandle): File {
  handles.set(file, handle)
  return file
}

export function handleOf(file: File): FileSystemFileHandle | null {
  return handles.get(file) ?? null
}

/** A dropped file's handle; call before the event handler returns. */
export async function handleOfItem(item: DataTransferItem): Promise<FileSystemFileHandle | null> {
  const ask: unknown = Reflect.get(item, 'getAsFileSystemHandle')
  if (typeof ask !== 'function') return null
  try {
    const handle: unknown = await ask.call(item)
    return handle instanceof FileSystemFileHandle ? handle : null
  } catch {
    return null
  }
}

/** The browser's picker that returns handles; null without one, or on phones with a better one. */
export function handlePicker(): Picker | null {
  const pick = Reflect.get(window, 'showOpenFilePicker') as Picker | undefined
  if (!pick || !matchMedia('(pointer: fine)').matches) return null
  return (options) => pick.call(window, options)
}

/** The file of a handle if unchanged; `ask` needs a click, and may show a permission prompt. */
export async function reopen(
  handle: FileSystemFileHandle,
  was: { size: number; lastModified: number },
  ask: boolean,
): Promise<File | null> {
  try {
    const known: Handle = handle
    const wanted = { mode: 'read' } as const
    const permission = ask ? await known.requestPermission?.(wanted) : await known.queryPermission?.(wanted)
    if (permission !== undefined && permission !== 'granted') return null
    const file = await handle.getFile()
    const isSame = file.size === was.size && file.lastModified === was.lastModified
    return isSame ? rememberHandle(file, handle) : null
  } catch {
    return null
  }
}
