import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { acceptAttribute } from '#web/lib/choose-files'
import { requestUpload } from '#web/lib/upload-request'
import { PageMessage } from '#web/ui/page-message'
import classes from './no-reviews.module.css'

// Without a mouse nobody can drop files.
const canDrop = matchMedia('(any-pointer: fine)').matches

/** Invites to the first upload. */
export function NoReviews() {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={classes.root}>
      <PageMessage
        order={2}
        title="Put your first design up for review"
        text={`${canDrop ? 'Drop images or PDFs anywhere on this page.' : 'Choose images or PDFs.'} You get one link, and anyone who has it can pin comments.`}
        picture={<Pins />}
      >
        <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => input.current?.click()}>
          Choose files
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={acceptAttribute('REVIEW')}
          aria-label="Files for the first review"
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])]
            // Emptied, so that choosing the same files again fires an event.
            currentTarget.value = ''
            if (files.length > 0) requestUpload(files)
          }}
        />
      </PageMessage>
    </div>
  )
}

function Pins() {
  return (
    <svg width="120" height="88" viewBox="0 0 120 88" className={classes.picture} role="presentation">
      <rect x="20.5" y="12.5" width="79" height="63" rx="6" className={classes.sheet} />
      <rect x="32" y="26" width="34" height="6" rx="3" className={classes.line} />
      <rect x="32" y="38" width="24" height="6" rx="3" className={classes.line} />
      <rect x="32" y="56" width="20" height="8" rx="4" className={classes.line} />
      <circle cx="82" cy="44" r="11" className={classes.line} />
      <path d="M66 27v-9a9 9 0 1 1 9 9Z" className={classes.pin} />
      <path d="M88 64v-9a9 9 0 1 1 9 9Z" className={classes.pin} />
    </svg>
  )
}
