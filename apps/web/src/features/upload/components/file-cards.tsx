import { IconPhotoPlus } from '@tabler/icons-react'
import { useUploads } from '../upload-runtime.ts'
import { FileCard } from './file-card.tsx'
import classes from './file-cards.module.css'
import { useFocusInDialog } from './use-focus-in-dialog.ts'

export function FileCards() {
  const items = useUploads((session) => session.queue.items)
  const [box, near] = useFocusInDialog<HTMLDivElement & HTMLUListElement>(items)
  if (items.length === 0) {
    return (
      <div ref={box} className={classes.empty}>
        <IconPhotoPlus size={40} stroke={1.5} aria-hidden />
        <p>No files uploaded yet. Please upload files first.</p>
      </div>
    )
  }
  return (
    <ul ref={box} {...near} className={classes.cards} aria-label="Files">
      {items.map((item) => (
        <FileCard key={item.id} item={item} />
      ))}
    </ul>
  )
}
