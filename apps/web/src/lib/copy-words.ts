import { copyText } from '#web/lib/copy-text'
import { toast, toastError } from '#web/lib/toast'

export async function copyWords(words: string): Promise<void> {
  if (await copyText(words)) toast('Copied', 'success')
  else toastError('This couldn’t be copied.')
}
