import { NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import classes from './settings-index.module.css'

type Props = {
  /** Title by anchor. */
  sections: Readonly<Record<string, string>>
  /** Whether the sections are on the page. */
  isReady: boolean
}

/** Beside the sections, or above them as a menu on phones. */
export function SettingsIndex({ sections, isReady }: Props) {
  const shown = useShownSection(sections, isReady)
  const navigate = useNavigate()
  const anchors = Object.entries(sections)
  return (
    <nav aria-label="Settings" className={classes.root}>
      <ul className={classes.list}>
        {anchors.map(([id, title]) => (
          <li key={id}>
            <Link
              to={{ hash: id }}
              replace
              className={classes.link}
              aria-current={id === shown ? 'true' : undefined}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
      <NativeSelect
        className={classes.menu}
        aria-label="Section"
        value={shown}
        onChange={({ currentTarget }) => void navigate({ hash: currentTarget.value }, { replace: true })}
        data={anchors.map(([value, label]) => ({ value, label }))}
      />
    </nav>
  )
}

/** The section that one reads; goes to the one of the address once it is there. */
function useShownSection(sections: Props['sections'], isReady: boolean): string {
  const { hash } = useLocation()
  const [shown, setShown] = useState(Object.keys(sections)[0] ?? '')
  useEffect(() => {
    if (isReady && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, isReady])
  useEffect(() => {
    if (!isReady) return
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find((entry) => entry.isIntersecting)
        if (entered) setShown(entered.target.id)
      },
      // A line in the upper third of the window.
      { rootMargin: '-20% 0px -75% 0px' },
    )
    for (const id of Object.keys(sections)) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [sections, isReady])
  return shown
}
