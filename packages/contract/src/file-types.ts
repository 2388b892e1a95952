import { z } from 'zod'

export const FileKind = z.enum(['IMAGE', 'PDF', 'VIDEO', 'OTHER'])
export type FileKind = z.infer<typeof FileKind>

export const FilePurpose = z.enum(['REVIEW', 'COMMENT', 'TRANSFER'])
export type FilePurpose = z.infer<typeof FilePurpose>

export type FileType = {
  mime: string
  kind: FileKind
  extensions: readonly string[]
  /** Accepted as well, but not mentioned. */
  aliases?: readonly string[]
}

/** Every type that reviews and comments accept. Transfers take any file. */
export const fileTypes: readonly FileType[] = [
  {
    mime: 'image/jpeg',
    kind: 'IMAGE',
    extensions: ['jpeg', 'jpg'],
    aliases: ['jfif', 'jpe', 'pjpeg', 'pjp'],
  },
  { mime: 'image/png', kind: 'IMAGE', extensions: ['png'], aliases: ['apng'] },
  { mime: 'image/gif', kind: 'IMAGE', extensions: ['gif'] },
  { mime: 'image/webp', kind: 'IMAGE', extensions: ['webp'] },
  { mime: 'image/svg+xml', kind: 'IMAGE', extensions: ['svg'] },
  { mime: 'application/pdf', kind: 'PDF', extensions: ['pdf'] },
  { mime: 'video/mp4', kind: 'VIDEO', extensions: ['mp4'], aliases: ['m4v'] },
  { mime: 'video/mpeg', kind: 'VIDEO', extensions: ['mpeg', 'mpg'], aliases: ['mpe'] },
  { mime: 'video/quicktime', kind: 'VIDEO', extensions: ['mov'], aliases: ['qt'] },
  { mime: 'video/x-msvideo', kind: 'VIDEO', extensions: ['avi'] },
  { mime: 'video/webm', kind: 'VIDEO', extensions: ['webm'] },
  { mime: 'video/ogg', kind: 'VIDEO', extensions: ['ogg'], aliases: ['ogv'] },
]

/** Stored and passed on only, and known by their extensions alone. */
const carriedTypes: readonly Pick<FileType, 'mime' | 'extensions'>[] = [
  { mime: 'image/bmp', extensions: ['bmp'] },
  { mime: 'image/tiff', extensions: ['tiff', 'tif'] },
  { mime: 'text/plain', extensions: ['txt'] },
]

/** For a file that is only stored; `application/octet-stream` where its extension says nothing. */
export function carriedMime(name: string): string {
  const extension = extensionOf(name)
  const type = carriedTypes.find(({ extensions }) => extensions.includes(extension))
  return type?.mime ?? 'application/octet-stream'
}

/** The usual extension of a type, without the dot. */
export function extensionByMime(mime: string): string | undefined {
  return [...fileTypes, ...carriedTypes].find((type) => type.mime === mime)?.extensions[0]
}

const acceptedKinds: Record<FilePurpose, readonly FileKind[] | 'any'> = {
  REVIEW: ['IMAGE', 'PDF'],
  COMMENT: ['IMAGE', 'PDF', 'VIDEO'],
  TRANSFER: 'any',
}

export function isAcceptedKind(kind: FileKind, purpose: FilePurpose): boolean {
  const kinds = acceptedKinds[purpose]
  return kinds === 'any' || kinds.includes(kind)
}

export function acceptedTypes(purpose: FilePurpose): readonly FileType[] {
  return fileTypes.filter((type) => isAcceptedKind(type.kind, purpose))
}

/** "JPEG, JPG, … and PDF". */
export function acceptedTypeNames(purpose: FilePurpose): string {
  const names = acceptedTypes(purpose).flatMap(({ extensions }) => extensions.map((one) => one.toUpperCase()))
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** With the less usual ones. */
export function allExtensions({ extensions, aliases = [] }: FileType): readonly string[] {
  return [...extensions, ...aliases]
}

/** The part after the last dot in lower case; empty when there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 1 ? '' : name.slice(dot + 1).toLowerCase()
}

export function fileTypeByExtension(name: string): FileType | undefined {
  const extension = extensionOf(name)
  return fileTypes.find((type) => allExtensions(type).includes(extension))
}

export function fileTypeByMime(mime: string): FileType | undefined {
  return fileTypes.find((type) => type.mime === mime)
}

const inMegabytes = (bytes: number) => (bytes / 1_048_576).toFixed(2)

export const fileMessages = {
  wrongType: (name: string, purpose: FilePurpose) =>
    `Only ${acceptedTypeNames(purpose)} files are allowed. Selected file: ${name}`,
  /** The name is fine, the contents are not; `inside`: what they are. */
  wrongPicture: (name: string, inside: string) =>
    `“${name}” is ${/^[AEIO]/.test(inside) ? 'an' : 'a'} ${inside}. Save it as JPEG or PNG.`,
  wrongInside: (name: string, inside: string, purpose: FilePurpose) =>
    `${fileMessages.wrongType(name, purpose)} (its content is ${inside})`,
  damaged: (name: string) => `“${name}” is damaged and can’t be opened.`,
  tooLarge: (name: string, bytes: number) =>
    `File "${name}" is too large (${inMegabytes(bytes)}MB). Maximum allowed size is 500MB.`,
  large: (name: string, bytes: number) =>
    `Large file detected: "${name}" (${inMegabytes(bytes)}MB). This may take a while to upload.`,
  noneValid: (purpose: FilePurpose) =>
    purpose === 'COMMENT'
      ? 'No valid files selected. Please select images, videos, or PDF files only.'
      : purpose === 'TRANSFER'
        ? 'No valid files selected. Please select files of up to 500MB.'
        : 'No valid files selected. Please select images or PDF files only.',
  empty: 'This file is empty.',
  chooseOne: 'Choose one file to upload.',
  tooMany: 'You’ve reached the file limit of your account. Delete some files first.',
} as const
