import fc from 'fast-check';

/**
 * fast-check with one seed for everybody: the same code meets the same cases on every machine, so that no change is
 * refused for what it has not touched. `FC_SEED=<number>` looks through other cases, where somebody wants to search.
 */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_129) });

export default fc;
