import { Button, Loader } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import type { File } from '@wingmark/contract/files'
import type { ReactNode } from 'react'
import classes from './stage.module.css'

/** Replaces a design that is still rendering, failed or missing. */
export function StageNotice({ icon, title, text, children }: NoticeProps) {
  return (
    <div className={classes.notice}>
      {icon}
      <h2 className={classes.noticeTitle}>{title}</h2>
      {text && <p className={classes.noticeText}>{text}</p>}
      {children}
    </div>
  )
}

type NoticeProps = { icon: ReactNode; title: string; text?: string | undefined; children?: ReactNode }

export function Processing({ file }: { file: File }) {
  return (
    <StageNotice
      icon={<Loader color="gray" size={28} aria-hidden />}
      title="Preparing the preview"
      text={`${file.name} appears here automatically.`}
    />
  )
}

export function NoFiles({ onAdd }: { onAdd: (() => void) | null }) {
  return (
    <StageNotice
      icon={<IconPhotoPlus size={40} stroke={1.25} aria-hidden />}
      title="No files yet"
      text={onAdd ? 'Add the first design to this review.' : 'Nothing has been added to this review yet.'}
    >
      {onAdd && (
        <Button size="xs" onClick={onAdd}>
          Add files
        </Button>
      )}
    </StageNotice>
  )
}
