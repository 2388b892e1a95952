import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import poster from '#web/features/welcome/poster.svg'
import classes from './review-picture.module.css'

/** The product in one picture: a design on its stage, with pins and comments. */
export function ReviewPicture() {
  return (
    <figure className={classes.frame} aria-label="A design with three pinned comments">
      <div className={classes.stage} aria-hidden>
        <div className={classes.strip}>
          <span className={classes.thumb} data-current />
          <span className={classes.thumb} data-crop="right" />
          <span className={classes.thumb} data-crop="left" />
        </div>
        <div className={classes.middle}>
          <div className={classes.design}>
            <img src={poster} alt="" width={720} height={540} className={classes.poster} />
            <span className={classes.region} />
            <Pin number={1} place="headline" />
            <Pin number={2} place="chair" />
            <Pin number={3} place="button" isResolved />
          </div>
        </div>
        <div className={classes.panel}>
          <Note
            number={1}
            who="Mara Lind"
            when="just now"
            text="Love this. Could the headline sit a touch higher?"
          >
            <div className={classes.reply}>
              <strong>Jonas</strong> Moved it up by 24 px.
            </div>
          </Note>
          <Note
            number={2}
            who="Client · guest"
            when="4 minutes ago"
            text="Is this the new fabric? It reads warmer here."
          />
          <Note number={3} who="Ivo" when="1 hour ago" text="Contrast is fine now." isResolved />
        </div>
      </div>
    </figure>
  )
}

function Pin(props: { number: number; place: 'headline' | 'chair' | 'button'; isResolved?: boolean }) {
  return (
    <span className={classes.pin} data-place={props.place} data-resolved={props.isResolved || undefined}>
      {props.isResolved ? <IconCheck size={14} stroke={3} /> : props.number}
    </span>
  )
}

type NoteProps = {
  number: number
  who: string
  when: string
  text: string
  isResolved?: boolean
  children?: ReactNode
}

function Note({ number, who, when, text, isResolved, children }: NoteProps) {
  return (
    <div className={classes.note} data-number={number} data-resolved={isResolved || undefined}>
      <span className={classes.noteHead}>
        <span className={classes.noteNumber}>{number}</span>
        <strong>{who}</strong>
        <span className={classes.when}>{when}</span>
      </span>
      <span>{text}</span>
      {children}
    </div>
  )
}
