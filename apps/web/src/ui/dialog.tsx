import { Modal, type ModalProps } from '@mantine/core'
import { useBackCloses } from '#web/ui/use-back-closes'

type Props = ModalProps & {
  /** If leaving the page asks first, Back triggers that. */
  isLeftByBack?: boolean
}

/** Every dialog of the app; the browser's Back closes it, too. */
export function Dialog({ isLeftByBack = false, ...props }: Props) {
  useBackCloses(props.opened && !isLeftByBack, props.onClose)
  return <Modal {...props} />
}
