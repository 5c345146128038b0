"""Errands: what a thread leaves to the main one, and what becomes of it when nobody waits."""

from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from threading import Event, current_thread, main_thread
from time import sleep

import pytest

from baccarat.base import errands
from baccarat.base.errands import Errands, in_main_thread


def is_main() -> bool:
    return current_thread() is main_thread()


def asked(do: Callable[[], object] = is_main) -> object:
    return in_main_thread(do)


def test_a_thread_has_it_done_in_the_main_one() -> None:
    run = Errands()
    with ThreadPoolExecutor(2, initializer=run.join) as pool:
        work = [pool.submit(asked) for _ in range(50)]
        assert [run.wait(each) for each in work] == [True] * 50
        assert [run.wait(each) for each in work] == [True] * 50
        run.close()
    assert asked()


def test_without_a_main_thread_that_waits_it_is_done_here() -> None:
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(asked).result() is False

        def elsewhere() -> bool:
            run = Errands()
            with ThreadPoolExecutor(1, initializer=run.join) as inner:
                return bool(run.wait(inner.submit(asked)))

        assert pool.submit(elsewhere).result() is False


def test_a_main_thread_that_is_busy_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may wait itself for what the thread holds."""

    def slowly() -> bool:
        sleep(0.6)
        return is_main()

    monkeypatch.setattr(errands, "SOON", 0.05)
    run = Errands()
    with ThreadPoolExecutor(1, initializer=run.join) as pool:
        assert pool.submit(asked).result() is False
        monkeypatch.setattr(errands, "SOON", 0.5)  # a busy machine begins it by then
        assert run.wait(pool.submit(asked, slowly))  # begun, it is waited for
        run.close()


def test_a_fault_comes_back_to_the_thread() -> None:
    def fails() -> object:
        raise TimeoutError("mine")

    run = Errands()
    with ThreadPoolExecutor(1, initializer=run.join) as pool:
        with pytest.raises(TimeoutError, match="mine"):
            run.wait(pool.submit(asked, fails))
        assert run.wait(pool.submit(asked))
        run.close()


def test_ctrl_c_ends_both() -> None:
    def pressed() -> object:
        raise KeyboardInterrupt

    run = Errands()
    with ThreadPoolExecutor(1, initializer=run.join) as pool:
        work = pool.submit(asked, pressed)
        with pytest.raises(KeyboardInterrupt):
            run.wait(work)
        assert isinstance(work.exception(5), KeyboardInterrupt)
        run.close()


def test_when_nobody_waits_any_more_it_is_not_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """An errand may be left, taken or begun when Ctrl-C comes: no thread waits for ever."""
    monkeypatch.setattr(errands, "SOON", 60)  # nobody waits so long for the main thread
    done: list[int] = []
    for is_begun in (False, True):
        run, here = Errands(), Event()

        def asks(run: Errands = run, here: Event = here) -> object:
            here.set()
            return in_main_thread(lambda: done.append(1))

        with ThreadPoolExecutor(1, initializer=run.join) as pool:
            work: Future[object] = pool.submit(asks)
            here.wait()
            taken = run._left.get()
            assert taken is not None
            if is_begun:
                taken[0].set_running_or_notify_cancel()
            run.close()
            with pytest.raises(CancelledError):
                work.result(30)
            with pytest.raises(CancelledError):
                pool.submit(asks).result(30)
    assert not done
