import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Runs the slowest test files first: if one started last, the run would wait for it alone. */
export const longestFirst = (names: readonly string[]): typeof BaseSequencer =>
  class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const isLong = ({ moduleId }: TestSpecification) => names.some((name) => moduleId.endsWith(`/${name}`))
      const [long, others] = [files.filter(isLong), files.filter((file) => !isLong(file))]
      return [...(await super.sort(long)), ...(await super.sort(others))]
    }
  }
