import { type Fields, isFields, isList } from '../../text/values.js';

/** The jobs of a job's `matrix`, each as its values; one without values if there is no matrix, or no file shows it. */
export function listMatrixJobs(strategy: unknown): readonly Fields[] {
  const matrix = isFields(strategy) ? strategy['matrix'] : undefined;
  if (!isFields(matrix)) return [{}];
  const { include, exclude, ...axes } = matrix;
  const names = Object.keys(axes);
  let jobs: readonly Fields[] = names.length === 0 ? [] : [{}];
  for (const [name, values] of Object.entries(axes)) {
    // The values of an expression are known when it runs.
    if (isList(values)) jobs = jobs.flatMap((job) => values.map((value) => ({ ...job, [name]: value })));
  }
  jobs = jobs.filter((job) => !listFields(exclude).some((entry) => isPart(entry, job)));
  for (const entry of listFields(include)) {
    const own = Object.fromEntries(Object.entries(entry).filter(([name]) => names.includes(name)));
    const isExtension = names.length > 0 && jobs.some((job) => isPart(own, job));
    jobs = isExtension
      ? jobs.map((job) => (isPart(own, job) ? { ...job, ...entry } : job))
      : [...jobs, entry];
  }
  return jobs.length === 0 ? [{}] : jobs;
}

function listFields(value: unknown): readonly Fields[] {
  return isList(value) ? value.filter(isFields) : [];
}

function isPart(part: Fields, whole: Fields): boolean {
  return Object.entries(part).every(([name, value]) => whole[name] === value);
}
