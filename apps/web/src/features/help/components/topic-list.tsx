import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { excerptAround, findWords, soughtWords } from '@wingmark/contract/search-words'
import { useState } from 'react'
import { Link } from 'react-router'
import { wordsOf } from '#web/features/help/topic'
import { topics } from '#web/features/help/topics/all-topics'
import { paths } from '#web/lib/paths'
import classes from './help.module.css'

const excerptLetters = 120

/** All topics, or those that match the search. */
export function TopicList() {
  const [word, setWord] = useState('')
  const sought = soughtWords(word)
  const found = topics.filter((topic) => sought.every((one) => findWords(wordsOf(topic), one).length > 0))
  return (
    <>
      <TextInput
        type="search"
        aria-label="Search Help Center"
        placeholder="Search Help Center"
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={200}
        value={word}
        onChange={(event) => setWord(event.currentTarget.value)}
      />
      <p role="status" className={classes.status}>
        {sought.length === 0
          ? ''
          : found.length === 0
            ? 'No topics match your search.'
            : `${found.length} found`}
      </p>
      <ul className={classes.topics}>
        {found.map((topic) => (
          <li key={topic.slug}>
            <Link to={paths.helpTopic(topic.slug)} className={classes.topic}>
              <strong>{topic.title}</strong>
              <span>
                {sought.length === 0
                  ? topic.summary
                  : excerptAround(wordsOf(topic).replaceAll('`', ''), word, excerptLetters)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
