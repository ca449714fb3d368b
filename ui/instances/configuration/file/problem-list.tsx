import type { Problem } from '../../../../src/rules/yaml/located-value.ts'
import { Banner } from '../../../parts/state/banner.tsx'
import css from './file-panel.module.css'

const MAX_SHOWN = 20

type ProblemListProps = { tone: 'bad' | 'warn'; title: string; problems: readonly Problem[] }

/** Messages about a file, each with its line. */
export const ProblemList = ({ tone, title, problems }: ProblemListProps) =>
  problems.length === 0 ? null : (
    <Banner tone={tone} title={title}>
      <ul className={css.problems}>
        {problems.slice(0, MAX_SHOWN).map(({ line, column, path, message }) => (
          <li key={`${line} ${column} ${path} ${message}`}>
            Line {line}
            {path && `, ${path}`}: {message}
          </li>
        ))}
        {problems.length > MAX_SHOWN && <li>And {problems.length - MAX_SHOWN} more.</li>}
      </ul>
    </Banner>
  )
