/** Holds whoever comes until as many are there at once as may be, round by round, so that no clock decides who meets. */
export function createRendezvous(size: number) {
  let here = 0;
  let most = 0;
  let round = Promise.withResolvers<void>();
  return {
    /** The most that were there at once. */
    get most() {
      return most;
    },
    async meet(): Promise<void> {
      here += 1;
      most = Math.max(most, here);
      const { promise, resolve } = round;
      if (here === size) {
        // One too many has a moment to come in.
        setTimeout(() => {
          here = 0;
          round = Promise.withResolvers();
          resolve();
        }, 5);
      }
      await promise;
    },
  };
}
