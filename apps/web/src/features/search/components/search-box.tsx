import { ActionIcon, CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type SubmitEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { rememberWord } from '#web/features/search/recent-words'
import { searchPath, tabOf, wordOf } from '#web/features/search/search-word'
import classes from './search-box.module.css'

/** Enter or the button searches for a non-empty text; the cross clears it. */
export function SearchBox() {
  const navigate = useNavigate()
  const location = useLocation()
  const searched = wordOf(location)
  const [word, setWord] = useState(searched)
  const [shown, setShown] = useState(searched)
  if (shown !== searched) {
    setShown(searched)
    setWord(searched)
  }

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const wanted = word.trim()
    if (!wanted) return
    rememberWord(wanted)
    void navigate(searchPath(wanted, tabOf(location)))
  }
  return (
    <search>
      <form onSubmit={submit} noValidate>
        <TextInput
          aria-label="Search"
          placeholder="What are you looking for?"
          type="text"
          inputMode="search"
          enterKeyHint="search"
          maxLength={200}
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
          classNames={{ input: classes.input }}
          rightSectionWidth={word ? 60 : 34}
          rightSection={
            <span className={classes.actions}>
              {word && <CloseButton size="sm" aria-label="Clear search" onClick={() => setWord('')} />}
              <ActionIcon type="submit" size="sm" aria-label="Search">
                <IconSearch size={15} />
              </ActionIcon>
            </span>
          }
        />
      </form>
    </search>
  )
}
