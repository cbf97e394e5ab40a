"""How people liked films: MovieLens of a million ratings."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from opscope.paddle.io.dataset import Dataset
from opscope.paddle.io.given import file_given, one_of

age_table = [1, 18, 25, 35, 45, 50, 56]
_TITLE = re.compile(r"^(.*)\((\d+)\)$")


class MovieInfo:
    """A film: its number, categories and title."""

    def __init__(self, index: Any, categories: Sequence[str], title: str) -> None:
        self.index, self.categories, self.title = int(index), categories, title

    def value(self, categories_dict: Mapping[str, int], movie_title_dict: Mapping[str, int]) -> list[list[int]]:
        """[number], those of the categories, those of the words of the title."""
        words = [movie_title_dict[w.lower()] for w in self.title.split()]
        return [[self.index], [categories_dict[c] for c in self.categories], words]

    def __repr__(self) -> str:
        return f"<MovieInfo id({self.index}), title({self.title}), categories({self.categories})>"


class UserInfo:
    """Who rates: number, gender, age (its place in age_table) and job."""

    def __init__(self, index: Any, gender: str, age: Any, job_id: Any) -> None:
        self.index, self.is_male = int(index), gender == "M"
        self.age, self.job_id = age_table.index(int(age)), int(job_id)

    def value(self) -> list[list[int]]:
        """[number], [0 for male, else 1], [age], [job]."""
        return [[self.index], [0 if self.is_male else 1], [self.age], [self.job_id]]

    def __repr__(self) -> str:
        gender = "M" if self.is_male else "F"
        return f"<UserInfo id({self.index}), gender({gender}), age({age_table[self.age]}), job({self.job_id})>"


class Movielens(Dataset):
    """(user, gender, age, job, film, its categories, its title, rating from -3 to 5), from data_file: ml-1m.zip.

    test_ratio of the ratings, drawn by rand_seed, are for testing. Words and categories are numbered in the order of
    the alphabet: Paddle's order is another in each process.
    Raises UnsupportedError for a download, ModeError (an AssertionError) for another mode.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/2.6/api/paddle/text/Movielens_en.html
    """

    def __init__(
        self,
        data_file: str | None = None,
        mode: str = "train",
        test_ratio: float = 0.1,
        rand_seed: int = 0,
        download: bool = True,
    ) -> None:
        self.mode = one_of(mode, ("train", "test"))
        self.data_file = file_given(data_file, download, "Movielens", "ml-1m.zip")
        self.test_ratio, self.rand_seed = test_ratio, rand_seed
        with zipfile.ZipFile(self.data_file) as package:
            films, users, ratings = (
                [line.split("::") for line in package.read(f"ml-1m/{name}.dat").decode("latin1").splitlines()]
                for name in ("movies", "users", "ratings")
            )
        self.movie_info = {
            int(number): MovieInfo(number, kinds.split("|"), found[1] if (found := _TITLE.match(title)) else title)
            for number, title, kinds in films
        }
        self.user_info = {int(number): UserInfo(number, *rest[:3]) for number, *rest in users}
        made = self.movie_info.values()
        self.movie_title_dict = _numbered(word.lower() for film in made for word in film.title.split())
        self.categories_dict = _numbered(kind for film in made for kind in film.categories)
        for_test = np.random.RandomState(rand_seed).random_sample(len(ratings)) < test_ratio
        chosen = np.flatnonzero(for_test == (self.mode == "test"))
        self.data = [self._sample(*ratings[i][:3]) for i in chosen]

    def _sample(self, user: str, film: str, rating: str) -> list[list[Any]]:
        told = self.movie_info[int(film)].value(self.categories_dict, self.movie_title_dict)
        return [*self.user_info[int(user)].value(), *told, [float(rating) * 2 - 5.0]]

    def __getitem__(self, idx: int) -> tuple[Any, ...]:
        return tuple(np.array(part) for part in self.data[idx])

    def __len__(self) -> int:
        return len(self.data)


def _numbered(words: Any) -> dict[str, int]:
    return {word: i for i, word in enumerate(sorted(set(words)))}
