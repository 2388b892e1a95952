import { isNameAccepted } from './file-names.ts'
import {
  type FilePurpose,
  type FileType,
  fileMessages,
  fileTypeByExtension,
  fileTypeByMime,
  isAcceptedKind,
} from './file-types.ts'
import { largeFileBytes, maxFileBytes } from './limits.ts'

export type FileCheck = { name: string; type: string; size: number }

/** By mime or extension, as far as they say. */
export function typeOfChosen({ name, type }: Pick<FileCheck, 'name' | 'type'>): FileType | undefined {
  return fileTypeByMime(type) ?? fileTypeByExtension(name)
}

/** The specification's check of a chosen file by mime or extension, before any upload. */
export function checkFile(
  file: FileCheck,
  purpose: FilePurpose,
): { error?: string; fault?: 'type' | 'size'; warning?: string } {
  const type = typeOfChosen(file)
  const fits = type !== undefined && isAcceptedKind(type.kind, purpose) && isNameAccepted(file.name, purpose)
  if (!fits && purpose !== 'TRANSFER')
    return { error: fileMessages.wrongType(file.name, purpose), fault: 'type' }
  if (file.size > maxFileBytes) return { error: fileMessages.tooLarge(file.name, file.size), fault: 'size' }
  if (file.size > largeFileBytes) return { warning: fileMessages.large(file.name, file.size) }
  return {}
}
