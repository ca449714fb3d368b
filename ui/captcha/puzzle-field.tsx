import { useEffect, useState } from 'react'
import { useMutation } from '../hooks/use-mutation.ts'
import { Checkbox } from '../parts/choices/checkbox.tsx'
import { Text } from '../parts/text/text.tsx'
import { solvePuzzle } from './solve-puzzle.ts'

/** The browser solves the puzzle, so the visitor only has to press: no picture and no sound stands in anybody's way. */
export const PuzzleField = ({ onToken }: { onToken: (token: string | null) => void }) => {
  const { mutate, response, isRunning, failure } = useMutation('createCaptchaPuzzle')
  const [isSolved, setIsSolved] = useState(false)
  useEffect(() => {
    if (response === null) return
    const abort = new AbortController()
    void solvePuzzle(response, abort).then((token) => {
      if (token === null) return
      setIsSolved(true)
      onToken(token)
    })
    return () => abort.abort()
  }, [response, onToken])
  const isSolving = isRunning || (response !== null && !isSolved)
  return (
    <div>
      <Checkbox
        label="I am not a robot"
        checked={isSolving || isSolved}
        disabled={isSolving || isSolved}
        onChange={() => mutate({})}
      />
      <div role="status">
        <Text size="sm" tone="muted">
          {isSolving ? 'Checking…' : isSolved ? 'Checked.' : failure ? 'This could not be checked. Try again.' : ''}
        </Text>
      </div>
    </div>
  )
}
