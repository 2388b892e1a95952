import { Button } from '@mantine/core'
import type { DeliveryFile } from '@wingmark/contract/received-deliveries'
import { DeliveryPictures } from '#web/features/deliveries/components/delivery-pictures'
import { FileLine } from '#web/features/deliveries/components/file-line'
import { hasPicture, sectionsOf } from '#web/features/deliveries/delivery-files'
import type { FileChoice } from '#web/features/deliveries/use-file-choice'
import classes from './deliveries.module.css'

type Props = {
  files: readonly DeliveryFile[]
  /** The file before them; null at the beginning. */
  before: DeliveryFile | null
  allowPreview: boolean
  choice: FileChoice | null
  onShow: (id: string) => void
  onDownload: ((item: string) => void) | null
}

/** Files grouped by folder: pictures first, then the others as lines. */
export function DeliverySections({ files, before, allowPreview, choice, onShow, onDownload }: Props) {
  const open = before && before.path.join('/')
  return sectionsOf(files).map(({ key, name, folder, files: some }, n) => {
    const { true: pictures = [], false: others = [] } = Object.groupBy(some, (file) =>
      String(allowPreview && hasPicture(file)),
    )
    return (
      <section key={key} className={classes.section} aria-label={name || 'Files'}>
        {name !== '' && key !== open && (
          <div className={classes.sectionHead}>
            <h2 className={classes.folder}>{name}</h2>
            {onDownload && folder !== null && (
              <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onDownload(folder)}>
                Download folder
              </Button>
            )}
          </div>
        )}
        <DeliveryPictures
          files={pictures}
          isFirst={before === null && n === 0}
          choice={choice}
          onShow={onShow}
          onDownload={onDownload}
        />
        {others.length > 0 && (
          <ul className={classes.lines}>
            {others.map((file) => (
              <FileLine key={file._id} file={file} choice={choice} onDownload={onDownload} />
            ))}
          </ul>
        )}
      </section>
    )
  })
}
