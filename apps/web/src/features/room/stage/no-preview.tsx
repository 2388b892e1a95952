import { Button, PasswordInput } from '@mantine/core'
import { IconFileOff, IconFileTypePdf, IconLock, IconPhotoOff, IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type File, redrawFile, unlockFile } from '@wingmark/contract/files'
import { pdfPasswordMax } from '@wingmark/contract/limits'
import { type FormEvent, useState } from 'react'
import { useKeepFile } from '#web/features/room/live/use-keep-file'
import { StageNotice } from '#web/features/room/stage/stage-notice'
import { call } from '#web/lib/api'
import { messageForError } from '#web/lib/error-toast'
import classes from './stage.module.css'

/** Replaces a design that cannot be rendered: why, and what to do. */
export function NoPreview({ file }: { file: File }) {
  if (file.locked) return <Locked file={file} />
  const Icon = file.kind === 'PDF' ? IconFileTypePdf : file.kind === 'IMAGE' ? IconPhotoOff : IconFileOff
  return (
    <StageNotice icon={<Icon size={40} stroke={1.25} aria-hidden />} title="No preview" text={file.error}>
      <div className={classes.noticeActions}>
        {file.can.redraw && <TryAgain file={file} />}
        <Download file={file} />
      </div>
    </StageNotice>
  )
}

function Locked({ file }: { file: File }) {
  const text = file.can.redraw
    ? 'Enter it once to show this PDF to everyone in the review. The password isn’t stored.'
    : 'The person who added this PDF can open it for the review.'
  return (
    <StageNotice
      icon={<IconLock size={40} stroke={1.25} aria-hidden />}
      title="This PDF is protected by a password."
      text={text}
    >
      {file.can.redraw && <Unlock key={file._id} file={file} />}
      <Download file={file} />
    </StageNotice>
  )
}

function Unlock({ file }: { file: File }) {
  const keepFile = useKeepFile()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const unlock = useMutation({
    mutationFn: async () => (await call(unlockFile, { params: { id: file._id }, body: { password } })).result,
    onSuccess: keepFile,
    onError: (error) => setProblem(messageForError(error)),
    meta: { shown: true },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password === '') return setProblem('Please enter the password')
    unlock.mutate()
  }
  return (
    <form className={classes.unlock} onSubmit={submit} noValidate>
      <PasswordInput
        className={classes.unlockField}
        classNames={{ input: classes.unlockInput ?? '', error: classes.unlockProblem ?? '' }}
        aria-label={`Password for ${file.name}`}
        placeholder="Password"
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value)
          setProblem(null)
        }}
        error={problem}
        maxLength={pdfPasswordMax}
        autoComplete="off"
      />
      <Button type="submit" loading={unlock.isPending}>
        Open
      </Button>
    </form>
  )
}

function TryAgain({ file }: { file: File }) {
  const keepFile = useKeepFile()
  const redraw = useMutation({
    mutationFn: async () => (await call(redrawFile, { params: { id: file._id } })).result,
    onSuccess: keepFile,
  })
  return (
    <Button
      size="xs"
      leftSection={<IconRefresh size={14} aria-hidden />}
      loading={redraw.isPending}
      onClick={() => redraw.mutate()}
    >
      Try again
    </Button>
  )
}

function Download({ file }: { file: File }) {
  if (!file.url) return null
  return (
    <Button component="a" href={file.url} download={file.name} variant="default" size="xs">
      Download <bdi>{file.name}</bdi>
    </Button>
  )
}
